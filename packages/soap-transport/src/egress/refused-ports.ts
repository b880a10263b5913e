/**
 * The ports that browsers reject too, because the services behind them may interpret a line of an HTTP request.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const BAD_PORTS: readonly number[] = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/** Databases, caches, queues and control planes that a gateway is deployed next to. */
const INFRASTRUCTURE_PORTS: readonly number[] = [
  1433, 1521, 2181, 2375, 2376, 2379, 2380, 3306, 4369, 5432, 5433, 5672, 5984, 6378, 6379, 6380, 6432, 6443,
  8500, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 15672, 16379, 25672, 26379, 27017, 27018, 28015, 50000,
];

/**
 * Ports that are rejected unless the policy allows `host:port` explicitly. Policies can add ports; nothing opens one for all hosts.
 */
export const REFUSED_PORTS: ReadonlySet<number> = new Set([...BAD_PORTS, ...INFRASTRUCTURE_PORTS]);

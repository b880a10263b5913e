/**
 * Decisions as a Redis script: one round trip for one or more of them, and nothing can interleave.
 *
 * Three keys for each decision. They share the account as their hash tag, so a cluster keeps them on one node:
 * 1 the minute (a list of times, newest first), 2 and 3 the current and the next period (hashes of `c`harged and `r`efunded, which
 * only grow, plus each node's part of `c`, which lets a node that missed a reply see the gap).
 *
 * The Redis clock is the only clock: node clocks decide nothing. The script chooses between the two periods, so no node has to be
 * right about the moment at which one ends.
 *
 * ARGV[1]: the node. From ARGV[2] on, one for each decision, words with a space between them: per-minute limit, quota, start of the
 * current period, its end, end of the next, charge the quota (0, 1), charge the minute (0, 1), milliseconds to keep a period after its
 * end, the length of the window in milliseconds, the period that the floor is known for, the floor of `c` and `r` (-1: unknown), the
 * time for tests (- = the server's).
 *
 * Reply, a line for each decision, in their order, of words: status, c, r, start and end of the period, calls in the minute, milliseconds
 * until the oldest leaves, retry, now, calls that this node has charged in the period.
 *
 * Words, because a client takes longer to write fourteen arguments and to read ten numbers than for the rest of a decision.
 */
export const CONSUME: string = `
local node = 'node:' .. ARGV[1]
local read
local function serverTime()
  if not read then
    local t = redis.call('TIME')
    read = t[1] * 1000 + math.floor(t[2] / 1000)
  end
  return read
end
local function decide(minute, currentKey, nextKey, words)
  local perMinute, quota, first, middle, last, chargesQuota, chargesMinute, keep, window, floorAt, floorC, floorR, time =
    string.match(words, '^${'(%S+) '.repeat(12)}(%S+)$')
  local now = tonumber(time) or serverTime()
  local function reply(status, c, r, start, finish, count, leaves, retry, mine)
    return string.format('%s %d %d %d %d %d %d %d %d %d', status, c, r, start, finish, count, leaves, retry, now, mine)
  end
  perMinute, quota, window = tonumber(perMinute), tonumber(quota), tonumber(window)
  first, middle, last = tonumber(first), tonumber(middle), tonumber(last)
  if now < first or now >= last then return reply('STALE', 0, 0, 0, 0, 0, 0, 0, 0) end
  local key, start, finish = currentKey, first, middle
  if now >= middle then key, start, finish = nextKey, middle, last end

  floorC, floorR = tonumber(floorC), tonumber(floorR)
  if tonumber(floorAt) ~= start then floorC, floorR = -1, -1 end
  local stored = redis.call('HMGET', key, 'c', 'r', node)
  if not stored[1] and floorC < 0 then return reply('SEED', 0, 0, start, finish, 0, 0, 0, 0) end
  local mine = tonumber(stored[3] or 0)
  local c, r = tonumber(stored[1] or 0), tonumber(stored[2] or 0)
  if floorC > c or floorR > r then
    c, r = math.max(c, floorC), math.max(r, floorR)
    redis.call('HSET', key, 'c', c, 'r', r)
    redis.call('PEXPIREAT', key, finish + tonumber(keep))
  end

  local newest = redis.call('LINDEX', minute, 0)
  -- The server's clock may be set back; the window does not follow it.
  local at = math.max(now, tonumber(newest or 0))
  local oldest = redis.call('LINDEX', minute, -1)
  while oldest and at - tonumber(oldest) >= window do
    redis.call('RPOP', minute)
    oldest = redis.call('LINDEX', minute, -1)
  end
  local count = redis.call('LLEN', minute)
  local function leaves() if oldest then return tonumber(oldest) + window - at else return 0 end end

  if chargesQuota == '1' and c - r >= quota then
    return reply('QUOTA', c, r, start, finish, count, leaves(), finish - now, mine)
  end
  if chargesMinute == '1' then
    if count >= perMinute then
      local retry = window
      if perMinute > 0 then retry = tonumber(redis.call('LINDEX', minute, perMinute - 1)) + window - at end
      return reply('MINUTE', c, r, start, finish, count, leaves(), retry, mine)
    end
    redis.call('LPUSH', minute, at)
    redis.call('PEXPIRE', minute, window)
    oldest = oldest or tostring(at)
    count = count + 1
  end
  if chargesQuota == '1' then
    c = redis.call('HINCRBY', key, 'c', 1)
    mine = redis.call('HINCRBY', key, node, 1)
    redis.call('PEXPIREAT', key, finish + tonumber(keep))
  end
  return reply('OK', c, r, start, finish, count, leaves(), 0, mine)
end
local replies = {}
for index = 2, #ARGV do
  local key = 3 * (index - 2)
  replies[index - 1] = decide(KEYS[key + 1], KEYS[key + 2], KEYS[key + 3], ARGV[index])
end
return table.concat(replies, '\\n')
`;

/**
 * Whether a refund counts. It counts once, no matter how often and in which order Redis receives it. Refunds are numbered per node.
 * The node's set holds the numbers that Redis has counted and that the node may not know about yet; its `floor` is the number below
 * which all refunds are settled, so anything lower is a duplicate.
 */
const COUNTS_ONCE = `
local function settle(key, floor)
  local known = tonumber(redis.call('ZSCORE', key, 'floor') or 0)
  if floor <= known then return known end
  redis.call('ZADD', key, floor, 'floor')
  redis.call('ZREMRANGEBYSCORE', key, '-inf', '(' .. floor)
  return floor
end
local function counts(key, floor, number)
  return number >= floor and redis.call('ZADD', key, 'NX', number, 'r' .. number) == 1
end
`;

/** How long journal entries and refunds are remembered, in milliseconds. No node repeats one later than this. */
const REMEMBERED = 86_400_000;

/**
 * Refunds one call. Keys: 1 the period that was charged, 2 the refunds of the node. ARGV: 1 end of the period,
 * 2 milliseconds to keep it after that, 3 and 4 the floor of `c` and `r`, 5 the number of the refund, 6 the number below which all
 * are settled. Reply: c, r.
 */
export const REFUND: string = `
${COUNTS_ONCE}
local stored = redis.call('HMGET', KEYS[1], 'c', 'r')
local c = math.max(tonumber(stored[1] or 0), tonumber(ARGV[3]))
local r = math.max(tonumber(stored[2] or 0), tonumber(ARGV[4]))
if counts(KEYS[2], settle(KEYS[2], tonumber(ARGV[6])), tonumber(ARGV[5])) and r < c then r = r + 1 end
redis.call('PEXPIRE', KEYS[2], ${REMEMBERED})
redis.call('HSET', KEYS[1], 'c', c, 'r', r)
redis.call('PEXPIREAT', KEYS[1], ARGV[1] + ARGV[2])
return {c, r}
`;

/**
 * Adds what a node admitted on its own while Redis was down. An entry grows while the node cannot reach Redis, and other nodes may send
 * an earlier state of it; the marker holds what has been counted, so that each call counts once. Keys: 1 the period, 2 the marker of this
 * entry (the `c` and `r` of it that are counted), 3 the refunds of the node. ARGV: 1 end of the period, 2 milliseconds to keep, 3 and 4 what to add to
 * `c` and `r`, 5 and 6 their floor before that, 7 the number below which all refunds are settled, from 8 on the numbers of refunds
 * that Redis may already have counted. Reply: c, r.
 */
export const RECONCILE: string = `
${COUNTS_ONCE}
local stored = redis.call('HMGET', KEYS[1], 'c', 'r')
local c, r = tonumber(stored[1] or 0), tonumber(stored[2] or 0)
local countedC, countedR = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+) (%d+)$')
countedC, countedR = tonumber(countedC or 0), tonumber(countedR or 0)
local charged, refunded = math.max(countedC, tonumber(ARGV[3])), math.max(countedR, tonumber(ARGV[4]))
c = math.max(c, tonumber(ARGV[5])) + charged - countedC
r = math.max(r, tonumber(ARGV[6])) + refunded - countedR
redis.call('SET', KEYS[2], charged .. ' ' .. refunded, 'PX', ${REMEMBERED})
if #ARGV > 7 then
  local floor = settle(KEYS[3], tonumber(ARGV[7]))
  for index = 8, #ARGV do
    if counts(KEYS[3], floor, tonumber(ARGV[index])) then r = r + 1 end
  end
  redis.call('PEXPIRE', KEYS[3], ${REMEMBERED})
end
redis.call('HSET', KEYS[1], 'c', c, 'r', r)
redis.call('PEXPIREAT', KEYS[1], ARGV[1] + ARGV[2])
return {c, r}
`;

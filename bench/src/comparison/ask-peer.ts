import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The result of a peer for one file. */
export interface PeerAnswer {
  readonly ok: boolean;
  readonly operations?: number;
  readonly bytes?: number;
  readonly ms: number;
  /** The peak memory of its process. */
  readonly peakMb?: number;
  readonly text?: string;
  readonly error?: string;
}

export interface PeerQuestion {
  readonly path: string;
  readonly root: string;
  readonly withText?: boolean;
}

const PROCESS = fileURLToPath(new URL('./peer-process.ts', import.meta.url));

/** A peer in its own process, restarted if it dies or takes longer than `timeoutMs`. */
export class PeerProcess {
  private child: ChildProcess | undefined;
  /** Receives the next line of the child. */
  private onLine: (line: string) => void = () => {};
  private readonly name: string;
  private readonly timeoutMs: number;

  constructor(name: string, timeoutMs: number) {
    this.name = name;
    this.timeoutMs = timeoutMs;
  }

  async ask(question: PeerQuestion): Promise<PeerAnswer> {
    const child = this.child ?? this.start();
    const startedAt = performance.now();
    return new Promise((done) => {
      const finish = (answer: PeerAnswer): void => {
        clearTimeout(timer);
        this.onLine = () => {};
        child.removeListener('close', died);
        done(answer);
      };
      const lost = (error: string): void => {
        this.child = undefined;
        finish({ ok: false, ms: performance.now() - startedAt, error });
      };
      const died = (_: unknown, signal: string | null): void =>
        lost(`its process died (${signal ?? 'exit'})`);
      const timer = setTimeout(() => {
        child.removeListener('close', died);
        child.kill('SIGKILL');
        lost(`no answer in ${this.timeoutMs / 1000} s`);
      }, this.timeoutMs);
      child.once('close', died);
      this.onLine = (line) => finish(JSON.parse(line) as PeerAnswer);
      child.stdin?.write(`${JSON.stringify({ withText: false, ...question })}\n`);
    });
  }

  stop(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private start(): ChildProcess {
    const flags = ['--max-old-space-size=2048', '--import', 'tsx', '--conditions=@soapstone/source'];
    const child = spawn(process.execPath, [...flags, PROCESS, this.name], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (this.child === child) this.onLine(line);
    });
    this.child = child;
    return child;
  }
}

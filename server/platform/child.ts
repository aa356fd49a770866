import { type ChildProcess, fork } from "node:child_process";
import { harmlessEnvironment } from "../config";

/** What a process answers with: that it has begun, and then what came out. */
export type Answer = { began: true } | { result: unknown } | { error: string };

/** A process beside this one that does one thing at a time, and whose end ends nothing else. */
export class Child {
  alive = true;
  private readonly process: ChildProcess;
  private readonly ended: Promise<void>;
  /** Whoever waits for what it does. */
  private gone = () => {};

  constructor(file: string, memoryMb: number) {
    this.process = fork(file, [String(memoryMb)], {
      serialization: "advanced",
      execArgv: [`--max-old-space-size=${memoryMb}`, "--max-semi-space-size=16"],
      env: harmlessEnvironment(),
      stdio: ["ignore", "ignore", "ignore", "ipc"], // what V8 writes when memory is gone are sixty lines
    });
    this.ended = new Promise((resolve) => {
      const over = () => {
        this.alive = false;
        this.gone();
        resolve();
      };
      this.process.once("exit", over);
      this.process.on("error", over); // it couldn't be started
    });
    this.hold(false);
  }

  /** @throws what went wrong in there, or how it ended. */
  async run(task: object, patienceMs: number): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    let late = false;
    // Time is counted from when it begins: before, the process was being made.
    const begin = () => {
      timer = setTimeout(() => {
        late = true;
        this.process.kill("SIGKILL");
      }, patienceMs);
    };
    let onMessage: (answer: Answer) => void = () => {};
    try {
      this.hold(true);
      return await new Promise<unknown>((resolve, reject) => {
        this.gone = () => reject(new Error(late ? "it took too long" : this.howItEnded()));
        onMessage = (answer) => {
          if ("began" in answer) begin();
          else if ("result" in answer) resolve(answer.result);
          else reject(new Error(answer.error));
        };
        this.process.on("message", onMessage);
        this.process.send(task, (error) => error && reject(error));
      });
    } finally {
      clearTimeout(timer);
      this.process.off("message", onMessage);
      this.gone = () => {};
      this.hold(false);
    }
  }

  async end(): Promise<void> {
    if (this.alive) this.process.kill("SIGKILL");
    await this.ended;
  }

  /** Waiting for work keeps no program from ending. */
  private hold(held: boolean): void {
    this.process[held ? "ref" : "unref"]();
    this.process.channel?.[held ? "ref" : "unref"]();
  }

  private howItEnded(): string {
    const { signalCode, exitCode } = this.process;
    return `its process ended (${signalCode ?? exitCode ?? "not started"}), mostly for want of memory`;
  }
}

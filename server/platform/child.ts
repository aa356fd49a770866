import { type ChildProcess, fork } from "node:child_process";
import { environmentWithoutSecrets } from "../config";

/** Messages from the child: start, warnings for the log, then the outcome. */
export type ChildMessage =
  | { began: true }
  | { warning: string; name: string }
  | { result: unknown }
  | { error: string };

/** A child process that runs one task at a time and can end without affecting the parent. */
export class ChildProcessHandle {
  alive = true;
  private readonly process: ChildProcess;
  private readonly ended: Promise<void>;
  /** Notifies the task in progress that the process has ended. */
  private gone = () => {};

  constructor(file: string, memoryMb: number) {
    this.process = fork(file, [String(memoryMb)], {
      serialization: "advanced",
      execArgv: [`--max-old-space-size=${memoryMb}`, "--max-semi-space-size=16"],
      env: environmentWithoutSecrets(),
      stdio: ["ignore", "ignore", "ignore", "ipc"], // V8 writes sixty lines to stderr when it runs out of memory
    });
    this.ended = new Promise((resolve) => {
      const over = () => {
        this.alive = false;
        this.gone();
        resolve();
      };
      this.process.once("exit", over);
      this.process.on("error", over); // the process couldn't be started
    });
    this.hold(false);
  }

  /** @throws the error of the task, or how the process ended. */
  async run(task: object, patienceMs: number): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    let late = false;
    // The timeout counts from the start of the task, not of the process.
    const begin = () => {
      timer = setTimeout(() => {
        late = true;
        this.process.kill("SIGKILL");
      }, patienceMs);
    };
    let onMessage: (answer: ChildMessage) => void = () => {};
    try {
      this.hold(true);
      return await new Promise<unknown>((resolve, reject) => {
        this.gone = () => reject(new Error(late ? "it took too long" : this.howItEnded()));
        onMessage = (answer) => {
          if ("began" in answer) begin();
          else if ("warning" in answer) process.emitWarning(answer.warning, answer.name);
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

  /** An idle child doesn't keep the parent's event loop alive. */
  private hold(isHeld: boolean): void {
    this.process[isHeld ? "ref" : "unref"]();
    this.process.channel?.[isHeld ? "ref" : "unref"]();
  }

  private howItEnded(): string {
    const { signalCode, exitCode } = this.process;
    return `its process ended (${signalCode ?? exitCode ?? "not started"}), mostly for want of memory`;
  }
}

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { cpuTimeOf } from "./cpu";
import type { JobName, JobTypes, JobOrder, TestSite } from "./jobs";

/** The load generator runs in its own process, so that its cost isn't counted as the product's. */
export class Generator {
  private constructor(
    private readonly child: ChildProcess,
    private readonly site: TestSite,
  ) {}

  static async start(site: TestSite): Promise<Generator> {
    const child = fork(path.join(__dirname, "load.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.once("exit", (code) => code && process.exit(code)); // without the generator there is nothing to measure
    await once(child, "message");
    return new Generator(child, site);
  }

  /** Processor time so far, in milliseconds: on two cores it competes with the product. */
  get cpuMs(): number {
    return cpuTimeOf(this.child.pid as number);
  }

  async run<Name extends JobName>(name: Name, input: JobTypes[Name]["input"]): Promise<JobTypes[Name]["output"]> {
    const order: JobOrder<Name> = { name, site: this.site, input };
    this.child.send(order);
    const [answer] = (await once(this.child, "message")) as [{ output?: JobTypes[Name]["output"]; error?: string }];
    if (answer.error) throw new Error(answer.error);
    return answer.output as JobTypes[Name]["output"];
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }
}

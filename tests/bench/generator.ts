import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { timeOf } from "./cpu";
import type { JobName, Jobs, Order, Site } from "./jobs";

/** The load generator, a process of its own: what it costs is never mistaken for the product's. */
export class Generator {
  private constructor(
    private readonly child: ChildProcess,
    private readonly site: Site,
  ) {}

  static async start(site: Site): Promise<Generator> {
    const child = fork(path.join(__dirname, "load.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.once("exit", (code) => code && process.exit(code)); // without it there is nothing to measure
    await once(child, "message"); // it says that it listens
    return new Generator(child, site);
  }

  /** Its processor time so far, in milliseconds: on two cores it is part of what there is. */
  get cpuMs(): number {
    return timeOf(this.child.pid as number);
  }

  async run<Name extends JobName>(name: Name, input: Jobs[Name]["input"]): Promise<Jobs[Name]["output"]> {
    const order: Order<Name> = { name, site: this.site, input };
    this.child.send(order);
    const [answer] = (await once(this.child, "message")) as [{ output?: Jobs[Name]["output"]; error?: string }];
    if (answer.error) throw new Error(answer.error);
    return answer.output as Jobs[Name]["output"];
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }
}

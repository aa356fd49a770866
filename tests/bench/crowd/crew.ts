import { Generator } from "../generator";
import type { CrowdBoard, JobName, Jobs, Site } from "../jobs";

/** Several load generators: one alone would be the first to have too much to do. Each has boards of its own. */
export class Crew {
  private constructor(private readonly generators: readonly Generator[]) {}

  static async start(site: Site, size: number): Promise<Crew> {
    return new Crew(await Promise.all(Array.from({ length: size }, () => Generator.start(site))));
  }

  /** The same to each. */
  all<Name extends JobName>(name: Name, input: Jobs[Name]["input"]): Promise<Jobs[Name]["output"][]> {
    return Promise.all(this.generators.map((generator) => generator.run(name, input)));
  }

  /** To each its part of the boards. */
  boards<Name extends "crowdOpens" | "usersCome">(
    name: Name,
    boards: readonly CrowdBoard[],
  ): Promise<Jobs[Name]["output"][]> {
    const { generators } = this;
    const partOf = (at: number) => ({ boards: boards.filter((_, board) => board % generators.length === at) });
    return Promise.all(generators.map((generator, at) => generator.run(name, partOf(at) as Jobs[Name]["input"])));
  }

  /** Processor time of all of them so far, in milliseconds. */
  get cpuMs(): number {
    return this.generators.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.generators.map((generator) => generator.stop()));
  }
}

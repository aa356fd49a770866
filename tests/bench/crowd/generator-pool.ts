import { Generator } from "../generator";
import type { CrowdBoard, JobName, JobTypes, TestSite } from "../jobs";

/** Several load generators, since a single one would be the first bottleneck. Each has its own boards. */
export class GeneratorPool {
  private constructor(private readonly generators: readonly Generator[]) {}

  static async start(site: TestSite, size: number): Promise<GeneratorPool> {
    return new GeneratorPool(await Promise.all(Array.from({ length: size }, () => Generator.start(site))));
  }

  all<Name extends JobName>(name: Name, input: JobTypes[Name]["input"]): Promise<JobTypes[Name]["output"][]> {
    return Promise.all(this.generators.map((generator) => generator.run(name, input)));
  }

  boards<Name extends "crowdOpens" | "usersCome">(
    name: Name,
    boards: readonly CrowdBoard[],
  ): Promise<JobTypes[Name]["output"][]> {
    const { generators } = this;
    const partOf = (at: number) => ({ boards: boards.filter((_, board) => board % generators.length === at) });
    return Promise.all(generators.map((generator, at) => generator.run(name, partOf(at) as JobTypes[Name]["input"])));
  }

  get cpuMs(): number {
    return this.generators.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.generators.map((generator) => generator.stop()));
  }
}

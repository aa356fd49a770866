import { execFileSync, spawnSync } from "node:child_process";

/** Room for a database with its log, and files. */
const size = "4g";

/**
 * A folder as a disk of its own, which can be made full at a stroke: a file system in memory that shrinks to what is in it.
 * Mounting takes root's rights; without them there is none, and nothing that is as honest: a limit on the size of files
 * is another error, and another moment.
 */
export class SmallDisk {
  private constructor(private readonly folder: string) {
    process.once("exit", this.unmountAtExit);
  }

  static mount(folder: string): SmallDisk | null {
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "none", folder]);
    return status === 0 ? new SmallDisk(folder) : null;
  }

  // However the run ends: nobody else would ever take it away.
  private readonly unmountAtExit = () => void spawnSync("umount", ["-l", this.folder]);

  /** Not a byte is left, or not many: what is written meanwhile may be in the way of the first try. */
  fill(): void {
    for (let spare = 0; ; spare += 64) {
      const used = Number(execFileSync("df", ["--output=used", "-k", this.folder]).toString().split("\n")[1]);
      if (spawnSync("mount", ["-o", `remount,size=${used + spare}k`, this.folder]).status === 0) return;
      if (spare > 4_096) throw new Error(`${this.folder} can't be made full`);
    }
  }

  free(): void {
    execFileSync("mount", ["-o", `remount,size=${size}`, this.folder]);
  }

  unmount(): void {
    process.off("exit", this.unmountAtExit);
    this.unmountAtExit();
  }
}

import { execFileSync, spawnSync } from "node:child_process";

const size = "4g";

/**
 * Mounts a folder as its own file system in memory, which can be filled instantly by shrinking it. Mounting requires root; a limit on file
 * size would be no substitute, since it fails with another error at another moment.
 */
export class SmallDisk {
  private constructor(private readonly folder: string) {
    process.once("exit", this.unmountAtExit);
  }

  static mount(folder: string): SmallDisk | null {
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "none", folder]);
    return status === 0 ? new SmallDisk(folder) : null;
  }

  // Unmounts regardless of how the run ends; otherwise the mount would remain.
  private readonly unmountAtExit = () => void spawnSync("umount", ["-l", this.folder]);

  /** Shrinks the disk to what is used. Concurrent writes can make the first attempts fail. */
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

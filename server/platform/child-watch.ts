import { Worker } from "node:worker_threads";

/**
 * Ends this process, whatever it is busy with, when its parent is gone, or when it has taken much more memory than it may:
 * V8 counts its own objects only, not the bytes of buffers. A thread looks, since a parser that doesn't come back looks at
 * nothing. It is a few lines of plain JavaScript: a thread of its own loads no file.
 */
export function watchMemoryAndParent(memoryMb: number): void {
  const watch = `
    const { parent, most } = require("node:worker_threads").workerData;
    setInterval(() => {
      if (process.ppid !== parent || process.memoryUsage.rss() > most) process.kill(process.pid, "SIGKILL");
    }, 100);
  `;
  const most = (memoryMb * 2 + 128) * 1024 * 1024;
  new Worker(watch, { eval: true, workerData: { parent: process.ppid, most } }).unref();
}

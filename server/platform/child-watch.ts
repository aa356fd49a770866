import { Worker } from "node:worker_threads";

/**
 * Kills this process when its parent has exited or its memory far exceeds the limit: V8 doesn't count the bytes of buffers. Runs in a
 * thread because a parser in an endless loop checks nothing, and as inline JavaScript because the thread loads no file.
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

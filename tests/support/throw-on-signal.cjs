/** Preloaded into a process by a test: causes an unhandled rejection and an uncaught exception. */
const failing = async () => {
  throw new Error("PLANTED rejection");
};
process.on("SIGUSR2", () => {
  process.nextTick(failing);
  throw new Error("PLANTED throw");
});

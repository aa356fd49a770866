/** Preloaded into a program by a test: something fails that nobody waits for, and something throws where nobody catches. */
const failing = async () => {
  throw new Error("PLANTED rejection");
};
process.on("SIGUSR2", () => {
  process.nextTick(failing);
  throw new Error("PLANTED throw");
});

/** Preloaded into a program by a test: something in it throws where nobody catches, and something fails that nobody waits for. */
process.on("SIGUSR2", () => {
  Promise.reject(new Error("PLANTED rejection"));
  throw new Error("PLANTED throw");
});

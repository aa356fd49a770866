/**
 * What is begun now and awaited further down: should it fail before that, or something else end the work first, it is no rejection
 * that nobody handles, which would end the process. Whoever waits for it is told as ever.
 */
export function awaitedLater<Value>(begun: Promise<Value>): Promise<Value> {
  begun.catch(() => {});
  return begun;
}

/**
 * Starts work that is awaited later. If it rejects earlier, or the caller fails first, the rejection isn't reported as unhandled, which
 * would end the process; awaiting it still throws.
 */
export function deferRejection<Value>(begun: Promise<Value>): Promise<Value> {
  begun.catch(() => {});
  return begun;
}

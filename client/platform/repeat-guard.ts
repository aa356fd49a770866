/** Time in ms after a success in which a repetition is taken for a double click, unless other data arrives earlier. */
const repeatMs = 1_000;

interface Sent {
  content: string;
  succeeded: { at: number; dataVersion: number } | null;
}

/**
 * Recognizes the second click of a double click: the same content is sent again while the first request is pending, or after its success
 * while the screen still shows the previous state. `dataVersionOf` returns a number that changes with the displayed data.
 */
export class RepeatGuard {
  private latest: Sent | null = null;

  constructor(private readonly dataVersionOf: () => number) {}

  /** @returns the function to call when the request is settled; null if the content repeats the latest request */
  begin(content: string): ((isSuccess: boolean) => void) | null {
    if (this.isRepeated(content)) return null;
    const sent: Sent = { content, succeeded: null };
    this.latest = sent;
    return (isSuccess) => {
      if (isSuccess) sent.succeeded = { at: Date.now(), dataVersion: this.dataVersionOf() };
      else if (this.latest === sent) this.latest = null;
    };
  }

  private isRepeated(content: string): boolean {
    if (this.latest?.content !== content) return false;
    const { succeeded } = this.latest;
    return (
      succeeded === null || (Date.now() - succeeded.at < repeatMs && succeeded.dataVersion === this.dataVersionOf())
    );
  }
}

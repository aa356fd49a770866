import { createInterface } from "node:readline";

/** Reads one line from a terminal or from piped input. */
export async function promptLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    process.stdout.write(question);
    const { value = "" } = await lines[Symbol.asyncIterator]().next();
    return value.trim();
  } finally {
    lines.close();
  }
}

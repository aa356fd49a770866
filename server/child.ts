import * as listed from "./child.list";
import type { ChildMessage } from "./platform/child";
import type { AllChildTasks, ChildTable, ChildTask } from "./platform/child-processes";
import { watchMemoryAndParent } from "./platform/child-watch";
import { freezeObjectPrototype } from "./platform/freeze-object-prototype";
import { missingGlyphs } from "./platform/pdf/pdf";
import type { Intersection } from "./platform/slot";

/** Does not compile while a task of `ChildTable` has no function. */
const tasks: AllChildTasks = Object.assign({}, ...Object.values(listed)) as Intersection<
  (typeof listed)[keyof typeof listed]
>;

freezeObjectPrototype();
watchMemoryAndParent(Number(process.argv[2]));
process.on("disconnect", () => process.exit());
// Ctrl+C reaches all processes of the terminal. This process ignores it, because the server shuts down in steps and ends child processes
// last.
process.on("SIGINT", () => {});

const answer = (message: ChildMessage): Promise<void> => new Promise((sent) => process.send?.(message, () => sent()));

// Standard error of this process is not read, so warnings are sent as messages.
process.on("warning", ({ name, message }) => {
  if (name === missingGlyphs) void answer({ warning: message, name });
});

process.on("message", async ({ name, input }: ChildTask) => {
  await answer({ began: true });
  try {
    const run = await tasks[name as keyof ChildTable]();
    await answer({ result: await run(input as never) });
  } catch (error) {
    await answer({ error: String((error as Error)?.message ?? error) });
  }
});

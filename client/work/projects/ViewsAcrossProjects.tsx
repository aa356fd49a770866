import { Suspense } from "react";
import { taskViews } from "./projects.slots";

/** Saved views of a screen that shows tasks of several projects. */
export function ViewsAcrossProjects() {
  return (
    <Suspense>
      {taskViews.entries.map(({ AcrossProjects }, at) => (
        <AcrossProjects key={at} />
      ))}
    </Suspense>
  );
}

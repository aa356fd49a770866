import type { ReactNode } from "react";
import { Panel } from "../ui/Panel";
import { SkeletonRows } from "../ui/states/Skeleton";
import classes from "./organisation.module.css";

/** What stands below the head of a list. */
export function ListBody({ children }: { children: ReactNode }) {
  return <div className={classes.content}>{children}</div>;
}

/** The same while its rows are on their way. */
export function ListLoading() {
  return (
    <ListBody>
      <Panel>
        <SkeletonRows rows={6} />
      </Panel>
    </ListBody>
  );
}

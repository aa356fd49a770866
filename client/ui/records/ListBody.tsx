import type { ReactNode } from "react";
import { Panel } from "../Panel";
import { SkeletonRows } from "../states/Skeleton";
import classes from "./records.module.css";

export function ListBody({ children }: { children: ReactNode }) {
  return <div className={classes.content}>{children}</div>;
}

export function ListLoading() {
  return (
    <ListBody>
      <Panel>
        <SkeletonRows rows={6} />
      </Panel>
    </ListBody>
  );
}

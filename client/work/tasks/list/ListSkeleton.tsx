import { PageHead } from "../../../ui/PageHead";
import { Skeleton, SkeletonRows } from "../../../ui/states/Skeleton";
import boardClasses from "../board/Board.module.css";
import classes from "./ListTable.module.css";

export function ListSkeleton({ title }: { title?: string }) {
  return (
    <div className={boardClasses.screen}>
      <PageHead title={title ?? <Skeleton width={180} height={16} />} />
      <div className={classes.skeleton}>
        <SkeletonRows rows={14} height={36} />
      </div>
    </div>
  );
}

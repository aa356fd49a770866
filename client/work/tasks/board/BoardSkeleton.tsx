import { useText } from "../../../platform/intl/useText";
import { PageHead } from "../../../ui/PageHead";
import { Skeleton } from "../../../ui/states/Skeleton";
import classes from "./Board.module.css";
import skeletonClasses from "./BoardSkeleton.module.css";

const columns = [3, 3, 3, 3];

/** Skeleton with three cards per column in their final size; delayed by 150 ms so that fast loads don't flicker. */
export function BoardSkeleton({ title }: { title?: string }) {
  const text = useText();
  return (
    <div className={classes.screen} role="status" aria-label={text("ui.loading")}>
      <PageHead title={title ?? <Skeleton width={180} height={16} />} />
      <div className={`${classes.skeleton} ${skeletonClasses.late}`} aria-hidden>
        {columns.map((cards, column) => (
          <div key={column} className={classes.skeletonColumn}>
            <Skeleton width={96} height={14} />
            {Array.from({ length: cards }, (_, card) => (
              <SkeletonTask key={card} wide={(card + column) % 2 === 0} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function SkeletonTask({ wide }: { wide: boolean }) {
  return (
    <div className={skeletonClasses.card}>
      <div className={skeletonClasses.head}>
        <Skeleton width={62} height={10} />
        <Skeleton width={20} height={20} />
      </div>
      <Skeleton width="92%" />
      {wide && <Skeleton width="60%" />}
      <Skeleton width="40%" height={10} />
    </div>
  );
}

import { useText } from "../../../platform/intl/useText";
import { Skeleton } from "../../../ui/states/Skeleton";
import classes from "./TaskBody.module.css";

export function TaskLoading() {
  const text = useText();
  return (
    <div className={classes.loading} role="status" aria-label={text("ui.loading")}>
      <Skeleton width="72%" height={20} />
      <Skeleton width="46%" />
      <Skeleton width="52%" />
      <Skeleton width="40%" />
      <Skeleton width="90%" />
      <Skeleton width="84%" />
    </div>
  );
}

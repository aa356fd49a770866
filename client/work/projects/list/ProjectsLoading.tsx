import { useText } from "../../../platform/intl/useText";
import { Panel } from "../../../ui/Panel";
import { SkeletonCard, SkeletonRows } from "../../../ui/states/Skeleton";
import cards from "./ProjectCard.module.css";
import classes from "../projects.module.css";

export function ProjectsLoading({ view }: { view: "cards" | "table" }) {
  const text = useText();
  if (view === "table") {
    return (
      <div className={classes.content} data-loading>
        <Panel>
          <SkeletonRows rows={6} />
        </Panel>
      </div>
    );
  }
  return (
    <div className={classes.content} data-loading role="status" aria-label={text("ui.loading")}>
      <div className={cards.grid}>
        {Array.from({ length: 6 }, (_, card) => (
          <SkeletonCard key={card} lines={5} />
        ))}
      </div>
    </div>
  );
}

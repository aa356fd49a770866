import { Box } from "@mantine/core";
import { Link } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { PageTabs } from "../../ui/PageTabs";
import { useOpenView, useViews } from "./useViews";
import { ViewBar } from "./ViewBar";
import { ViewTabs } from "./ViewTabs";
import classes from "./views.module.css";

/** Tabs and actions of the saved views of a screen across projects; the first tab is the screen without a view. */
export function AcrossProjects() {
  const text = useText();
  const views = useViews(null);
  const { id } = useOpenView(null);
  return (
    <>
      {views.length > 0 && (
        <Box visibleFrom="sm" className={classes.across}>
          <PageTabs label={text("view.views")}>
            <Link to={{ search: "" }} aria-current={id === null ? "page" : undefined}>
              {text("view.none")}
            </Link>
            <ViewTabs projectId={null} />
          </PageTabs>
        </Box>
      )}
      <ViewBar projectId={null} />
    </>
  );
}

import { Anchor } from "@mantine/core";
import { Link, Navigate } from "react-router-dom";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { useSessionState } from "../platform/session";
import { AuthLayout } from "../session/AuthLayout";
import { PageHead } from "../ui/PageHead";
import { ApiTokensPanel } from "./ApiTokensPanel";
import { FactorPanels } from "./FactorPanels";
import { OpenedPanel } from "./OpenedPanel";
import { SessionsPanel } from "./SessionsPanel";
import classes from "./security.module.css";

/** How one logs in, where one is logged in, and what one has opened. */
export function SecurityPage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("title.security")} sub={text("security.sub")} />
      <div className={classes.page}>
        <FactorPanels />
        <SessionsPanel />
        <ApiTokensPanel />
        <OpenedPanel />
      </div>
    </>
  );
}

/** Where a second factor is needed and missing: nothing else is answered until it is there. */
export function SetUpFactorPage() {
  const text = useText();
  const state = useSessionState();
  if (!state.hasTag("present")) return <Navigate to={paths.home} replace />;
  return (
    <AuthLayout title={text("title.setUpFactor")} lead={text("setUpFactor.lead")}>
      <FactorPanels />
      <Anchor component={Link} to={paths.logout} className="link" underline="never">
        {text("action.logOut")}
      </Anchor>
    </AuthLayout>
  );
}

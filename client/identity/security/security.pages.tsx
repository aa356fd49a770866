import { Anchor } from "@mantine/core";
import { Link, Navigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useSessionState } from "../session/session";
import { AuthLayout } from "../session/AuthLayout";
import { PageHead } from "../../ui/PageHead";
import { ApiTokensPanel } from "./ApiTokensPanel";
import { FactorPanels } from "./FactorPanels";
import { ConnectedClientsPanel } from "./ConnectedClientsPanel";
import { SessionsPanel } from "./SessionsPanel";
import classes from "./security.module.css";

export function SecurityPage() {
  const text = useText();
  return (
    <>
      <PageHead title={text("title.security")} sub={text("security.sub")} />
      <div className={classes.page}>
        <FactorPanels />
        <SessionsPanel />
        <ApiTokensPanel />
        <ConnectedClientsPanel />
      </div>
    </>
  );
}

/** Shown when a required second factor is missing; until then the server rejects other calls. */
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

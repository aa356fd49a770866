import { Anchor } from "@mantine/core";
import { Link, Navigate } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { session, useSessionState } from "../../identity/session/session";
import { AuthLayout } from "../../identity/session/AuthLayout";
import { ChangePassword } from "./ChangePassword";

export function FirstPasswordPage() {
  const text = useText();
  const state = useSessionState();
  const { user } = state.context;
  if (!user || !state.hasTag("present")) return <Navigate to={paths.home} replace />;
  return (
    <AuthLayout title={text("title.firstPassword")} lead={text("firstPassword.lead")}>
      <ChangePassword email={user.email} onDone={() => session.send({ type: "accessChanged" })} />
      <Anchor component={Link} to={paths.logout} className="link" underline="never">
        {text("action.logOut")}
      </Anchor>
    </AuthLayout>
  );
}

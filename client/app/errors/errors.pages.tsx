import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import { checkTenant } from "../../../shared/identity/session/check-tenant.contract";
import { ProblemError } from "../../platform/problem-error";
import { useEndpoint } from "../../platform/query";
import { StandalonePage } from "../../ui/StandalonePage";
import classes from "../../ui/StandalonePage.module.css";
import { useFormat, useText } from "../../platform/intl/useText";
import { session, useSessionState } from "../../identity/session/session";
import type { ErrorPageState } from "../../ui/states/QueryBoundary";

interface ErrorScreenProps {
  code?: number;
  title: string;
  lead: ReactNode;
  action: ReactNode;
  requestId?: string | null;
}

function ErrorScreen({ code, title, lead, action, requestId }: ErrorScreenProps) {
  const text = useText();
  const { number } = useFormat();
  const Frame = useSessionState().hasTag("present") ? InShell : StandalonePage;
  return (
    <Frame>
      {code && <span className={classes.code}>{number(code)}</span>}
      <h1 tabIndex={-1} data-page-title>
        {title}
      </h1>
      <p className={classes.lead}>{lead}</p>
      {action}
      {requestId && <span className={classes.code}>{text("error.request", { id: requestId })}</span>}
    </Frame>
  );
}

/** Error content within the layout of signed-in users, which has its own frame. */
function InShell({ children }: { children: ReactNode }) {
  return (
    <div className={classes.inShell}>
      <div className={classes.box}>{children}</div>
    </div>
  );
}

const useReason = () => (useLocation().state ?? {}) as ErrorPageState;

function HomeButton() {
  const text = useText();
  return (
    <Button component={Link} to={paths.home} variant="filled" size="md">
      {text("errorPage.toDashboard")}
    </Button>
  );
}

function AgainButton() {
  const text = useText();
  const { from } = useReason();
  const navigate = useNavigate();
  const again = () => (from ? navigate(from, { replace: true }) : window.location.assign(paths.home));
  return (
    <Button variant="filled" size="md" onClick={() => void again()}>
      {text("action.tryAgain")}
    </Button>
  );
}

export function NotFoundPage() {
  const text = useText();
  return (
    <ErrorScreen code={404} title={text("errorPage.404")} lead={text("errorPage.404.lead")} action={<HomeButton />} />
  );
}

export function BadRequestPage() {
  const text = useText();
  const { message, requestId } = useReason();
  return (
    <ErrorScreen
      code={400}
      title={text("errorPage.400")}
      lead={message || text("errorPage.400.lead")}
      action={<HomeButton />}
      requestId={requestId}
    />
  );
}

export function ServerErrorPage() {
  const text = useText();
  const { requestId } = useReason();
  return (
    <ErrorScreen
      code={500}
      title={text("errorPage.500")}
      lead={text("errorPage.500.lead")}
      action={<AgainButton />}
      requestId={requestId}
    />
  );
}

export function MaintenancePage() {
  const text = useText();
  return (
    <ErrorScreen
      title={text("errorPage.maintenance")}
      lead={text("errorPage.maintenance.lead")}
      action={<AgainButton />}
    />
  );
}

export function TenantInactivePage() {
  const text = useText();
  const inactive = useSessionState().matches("tenantInactive");
  const { error } = useEndpoint(checkTenant, {}, { retry: false, enabled: inactive });
  const closed = error instanceof ProblemError && error.code === "tenant.closed";
  return (
    <ErrorScreen
      title={text(closed ? "errorPage.closed" : "errorPage.inactive")}
      lead={text(closed ? "errorPage.closed.lead" : "errorPage.inactive.lead")}
      action={
        inactive ? (
          <Button variant="filled" size="md" onClick={() => session.send({ type: "tryAgain" })}>
            {text("action.tryAgain")}
          </Button>
        ) : (
          <HomeButton />
        )
      }
    />
  );
}

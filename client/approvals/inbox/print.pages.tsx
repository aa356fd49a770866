import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Navigate, useParams } from "react-router-dom";
import { requestFamilies } from "../../../shared/approvals/approvals/families";
import { PrintMode } from "../approvals/PrintMode";
import { paths } from "../../platform/paths";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useCurrentUser } from "../../platform/session";
import { TenantLogo } from "../../ui/signs/TenantLogo";
import { FamilyDecision } from "./FamilyDecision";
import classes from "./print.module.css";

export function PrintRequestPage() {
  const text = useText();
  const { dateTime } = useFormat();
  const { tenant, fullname } = useCurrentUser();
  const now = useNow();
  const params = useParams();
  const family = requestFamilies.find((one) => one === params.family);
  const id = Number(params.id);
  if (!family || !Number.isSafeInteger(id) || id <= 0) return <Navigate to={paths.notFound} replace />;
  return (
    // Always light for paper, independent of the theme.
    <main className={classes.sheet} data-mantine-color-scheme="light">
      <header className={classes.head}>
        <TenantLogo name={tenant.name} logo={tenant.logo} />
        <h1 tabIndex={-1} data-page-title>
          <bdi>{tenant.name}</bdi>
        </h1>
        <Button
          className={classes.button}
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          {text("request.print")}
        </Button>
      </header>
      <PrintMode>
        <FamilyDecision family={family} id={id} />
      </PrintMode>
      <footer className={classes.foot}>
        {text("request.printed", { name: fullname, at: dateTime(now), number: String(id) })}
      </footer>
    </main>
  );
}

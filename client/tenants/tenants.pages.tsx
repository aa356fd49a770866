import { readTenant } from "../../shared/tenants/tenants.contract";
import { ExportPanel } from "../exports/ExportPanel";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { ClosingPanel } from "./ClosingPanel";
import { Details } from "./Details";
import { LogoPanel } from "./LogoPanel";
import classes from "./tenants.module.css";

/** What the organisation says of itself, and how it looks. */
export function TenantSettingsPage() {
  const text = useText();
  const can = useCan();
  const tenant = useEndpoint(readTenant);
  return (
    <>
      <PageHead title={text("title.tenantSettings")} />
      <QueryBoundary query={tenant}>
        {({ data }) => (
          <div className={classes.page}>
            <LogoPanel name={data.name} logo={data.logo} />
            <Details key={data.version} tenant={data} />
            {can("user-edit") && <ExportPanel kind="organisation" />}
            <ClosingPanel name={data.name} closesAt={data.closes_at} />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

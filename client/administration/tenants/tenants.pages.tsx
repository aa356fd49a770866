import { readTenant } from "../../../shared/administration/tenants/tenants.contract";
import { ExportPanel } from "../../insights/exports/ExportPanel";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { CloseAccountPanel } from "./CloseAccountPanel";
import { TenantDetails } from "./TenantDetails";
import { LogoPanel } from "./LogoPanel";
import classes from "./tenants.module.css";

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
            <TenantDetails tenant={data} />
            {can("user-edit") && <ExportPanel kind="organization" />}
            <CloseAccountPanel name={data.name} closesAt={data.closes_at} />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

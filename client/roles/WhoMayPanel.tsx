import type { Permission } from "../../shared/kernel/permissions";
import { whoMay } from "../../shared/roles/roles.contract";
import { PeopleRows } from "../organisation/PeopleRows";
import { SidePanel } from "../organisation/SidePanel";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { QueryBoundary } from "../ui/states/QueryBoundary";

/** Everybody who may do something, and by which role. */
export function WhoMayPanel({ code, onClose }: { code: Permission | null; onClose: () => void }) {
  const text = useText();
  const title = code ? text("roles.who", { permission: text(`permission.${code}`) }) : "";
  return (
    <SidePanel opened={code !== null} title={title} onClose={onClose}>
      {code && <People code={code} />}
    </SidePanel>
  );
}

function People({ code }: { code: Permission }) {
  const text = useText();
  const query = useEndpoint(whoMay, { query: { permission: code } });
  return (
    <QueryBoundary query={query} failed={text("roles.failed")}>
      {({ data }) => (
        <PeopleRows
          title={text("roles.people", { count: data.length })}
          people={data.map(({ role, ...person }) => ({ ...person, beside: role }))}
        />
      )}
    </QueryBoundary>
  );
}

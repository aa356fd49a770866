import { Button } from "@mantine/core";
import { IconHelpCircle, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Permission } from "../../shared/kernel/permissions";
import { listRoles, type Role } from "../../shared/roles/roles.contract";
import { ListBody, ListLoading } from "../organisation/ListBody";
import { useListAddress } from "../organisation/useListAddress";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { FilterPill } from "../ui/fields/FilterPill";
import { SearchField } from "../ui/fields/SearchField";
import { DraftGuard } from "../ui/form/DraftGuard";
import { PageHead, Toolbar } from "../ui/PageHead";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { AreaFilter } from "./AreaFilter";
import { NewRolePanel } from "./NewRolePanel";
import { areasAfter, areasIn, changesOf, nothingPending, type Pending, shownAreas, withChange } from "./role-changes";
import { RoleChanges } from "./RoleChanges";
import { RoleMatrix } from "./RoleMatrix";
import { RolePanel } from "./RolePanel";
import { type Asked, askedIn, RightsPanel } from "./RightsPanel";
import classes from "./roles.module.css";
import { WhoMayPanel } from "./WhoMayPanel";

type Open =
  | { what: "role"; id: number }
  | { what: "new"; from: number | null }
  | { what: "who"; code: Permission }
  | { what: "rights"; about: Asked | null }
  | null;

/** `/role-permission`: who may do what, by role, and what a change would do before it is saved. */
export function RolesPage() {
  const text = useText();
  const can = useCan();
  const [search] = useSearchParams();
  const [open, setOpen] = useState<Open>(() => {
    const about = askedIn(search);
    return about && { what: "rights", about };
  });
  const query = useEndpoint(listRoles);
  useFollowDirectory(query.data?.revision);
  const roles = query.data?.data;
  const close = () => setOpen(null);
  return (
    <>
      <PageHead title={text("title.roles")}>
        <Button
          leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen({ what: "rights", about: null })}
        >
          {text("rights.title")}
        </Button>
        {can("role-edit") && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen({ what: "new", from: null })}
          >
            {text("roles.new")}
          </Button>
        )}
      </PageHead>
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("roles.failed")}>
        {({ data }) => (
          <Matrix
            roles={data}
            onRole={(id) => setOpen({ what: "role", id })}
            onWho={(code) => setOpen({ what: "who", code })}
          />
        )}
      </QueryBoundary>
      <RolePanel
        role={(open?.what === "role" && roles?.find(({ id }) => id === open.id)) || null}
        roles={roles ?? []}
        onClose={close}
        onCopy={(from) => setOpen({ what: "new", from })}
      />
      <NewRolePanel
        opened={open?.what === "new"}
        from={open?.what === "new" ? open.from : null}
        roles={roles ?? []}
        onClose={close}
      />
      <RightsPanel
        opened={open?.what === "rights"}
        about={open?.what === "rights" ? open.about : null}
        onClose={close}
      />
      <WhoMayPanel code={open?.what === "who" ? open.code : null} onClose={close} />
    </>
  );
}

interface MatrixProps {
  roles: readonly Role[];
  onRole: (id: number) => void;
  onWho: (code: Permission) => void;
}

function Matrix({ roles, onRole, onWho }: MatrixProps) {
  const text = useText();
  const { sought, seek, read, change: narrow } = useListAddress("");
  const chosenAreas = areasIn(read("areas"));
  const [changedOnly, setChangedOnly] = useState(false);
  const [pending, setPending] = useState<Pending>(nothingPending);
  const wordsOf = (code: Permission) => text(`permission.${code}`);
  const areas = shownAreas(roles, pending, { text: sought.toLowerCase(), areas: chosenAreas, changedOnly, wordsOf });
  const changes = changesOf(roles, pending);
  const change = (role: Role, code: Permission, held: boolean) =>
    setPending((now) => withChange(now, role, code, held));
  return (
    <>
      <DraftGuard dirty={changes.length > 0} />
      <Toolbar>
        <SearchField text={sought} label={text("roles.search")} onChange={seek} />
        <AreaFilter chosen={chosenAreas} onPick={(area) => narrow("areas", areasAfter(chosenAreas, area))} />
        <FilterPill
          label={text("roles.changedOnly")}
          aria-pressed={changedOnly}
          data-on={changedOnly || undefined}
          title={text("roles.changedOnly.why")}
          onClick={() => setChangedOnly(!changedOnly)}
        />
      </Toolbar>
      <ListBody>
        <div className={classes.sides} data-changed={changes.length > 0 || undefined}>
          {areas.length === 0 ? (
            <EmptyState title={text("roles.nothingFound")} text={text("organisation.nothingFound.why")} />
          ) : (
            <RoleMatrix roles={roles} areas={areas} pending={pending} onChange={change} onRole={onRole} onWho={onWho} />
          )}
          {changes.length > 0 && (
            <RoleChanges
              roles={roles}
              changes={changes}
              onUndo={(role, code, held) => change(role, code, held)}
              onDone={() => setPending(nothingPending)}
            />
          )}
        </div>
      </ListBody>
    </>
  );
}

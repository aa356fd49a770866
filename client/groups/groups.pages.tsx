import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { deleteGroup, type GroupRecord, listGroups } from "../../shared/groups/groups.contract";
import { DeleteRecord } from "../organisation/DeleteRecord";
import { ListBody, ListLoading } from "../organisation/ListBody";
import { OpenRecord } from "../organisation/OpenRecord";
import { Pages } from "../organisation/Pages";
import { RecordMenu } from "../organisation/RecordMenu";
import { type RecordColumn, RecordTable } from "../organisation/RecordTable";
import { useListAddress } from "../organisation/useListAddress";
import { useFollowDirectory } from "../people/useFollowDirectory";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { SearchField } from "../ui/fields/SearchField";
import { PageHead, Toolbar } from "../ui/PageHead";
import { AvatarStack } from "../ui/signs/AvatarStack";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { GroupPanel } from "./GroupPanel";

type Open = { what: "edit"; group: GroupRecord | null } | { what: "delete"; group: GroupRecord } | null;

const pageSize = 25;

/** `/groups`: people who are put on projects and tasks together. */
export function GroupsPage() {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const [open, setOpen] = useState<Open>(null);
  const { sought, sort, page, seek, sortBy, turnTo } = useListAddress("title");
  const query = useEndpoint(
    listGroups,
    { query: { q: sought, sort: sort as "title", page, per_page: pageSize } },
    { placeholderData: keepPreviousData },
  );
  useFollowDirectory(query.data?.revision);
  const none = query.data?.meta.total === 0 && !sought;
  const close = () => setOpen(null);
  const columns = useColumns((group) => setOpen({ what: "edit", group }));
  const add = can("group-create") && (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setOpen({ what: "edit", group: null })}
    >
      {text("group.new")}
    </Button>
  );
  return (
    <>
      <PageHead title={text("title.groups")} sub={query.data && !none ? number(query.data.meta.total) : undefined}>
        {!none && add}
      </PageHead>
      {!none && (
        <Toolbar>
          <SearchField text={sought} label={text("group.search")} onChange={seek} />
        </Toolbar>
      )}
      <QueryBoundary query={query} loading={<ListLoading />} failed={text("group.failed")}>
        {({ data, meta }) => (
          <ListBody>
            {none && <EmptyState title={text("group.none")} text={text("group.none.why")} action={add} />}
            {!none && data.length === 0 && (
              <EmptyState title={text("organisation.nothingFound")} text={text("organisation.nothingFound.why")} />
            )}
            {data.length > 0 && (
              <RecordTable
                label={text("title.groups")}
                rows={data}
                columns={columns}
                sort={sort}
                onSort={sortBy}
                actions={(group) => (
                  <RecordMenu
                    name={group.title}
                    can={group.can}
                    onEdit={() => setOpen({ what: "edit", group })}
                    onDelete={() => setOpen({ what: "delete", group })}
                  />
                )}
              />
            )}
            <Pages meta={meta} onTurn={turnTo} />
          </ListBody>
        )}
      </QueryBoundary>
      <GroupPanel opened={open?.what === "edit"} group={open?.what === "edit" ? open.group : null} onClose={close} />
      {open?.what === "delete" && (
        <DeleteRecord
          record={{ id: open.group.id, name: open.group.title }}
          remove={() => call(deleteGroup, { params: { id: open.group.id } })}
          onClose={close}
        />
      )}
    </>
  );
}

function useColumns(edit: (group: GroupRecord) => void): RecordColumn<GroupRecord>[] {
  const text = useText();
  const { number } = useFormat();
  return [
    {
      key: "title",
      label: text("group.title"),
      sort: "title",
      cell: (group) => <OpenRecord name={group.title} onOpen={group.can.edit ? () => edit(group) : null} />,
    },
    {
      key: "faces",
      label: text("organisation.people"),
      onPhone: true,
      cell: ({ users }) => <AvatarStack people={users} size={24} />,
    },
    {
      key: "people",
      label: text("group.count"),
      sort: "employees",
      figure: true,
      cell: ({ users }) => number(users.length),
    },
    {
      key: "projects",
      label: text("group.projects"),
      figure: true,
      cell: ({ project_count }) => number(project_count),
    },
  ];
}

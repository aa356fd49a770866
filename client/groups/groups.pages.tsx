import { keepPreviousData } from "@tanstack/react-query";
import { deleteGroup, type GroupRecord, listGroups } from "../../shared/groups/groups.contract";
import { OpenRecord } from "../organisation/OpenRecord";
import { asListed, RecordPage } from "../organisation/RecordPage";
import type { RecordColumn } from "../organisation/RecordTable";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { AvatarStack } from "../ui/signs/AvatarStack";
import { GroupPanel } from "./GroupPanel";

const pageSize = 25;

/** `/groups`: people who are put on projects and tasks together. */
export function GroupsPage() {
  const text = useText();
  const can = useCan();
  const open = useOpenRecord<GroupRecord>();
  const address = useListAddress("title");
  const { sought: q, sort, page } = address;
  const query = useEndpoint(
    listGroups,
    { query: { q, sort: sort as "title", page, per_page: pageSize } },
    { placeholderData: keepPreviousData },
  );
  return (
    <RecordPage
      words={{
        title: text("title.groups"),
        add: text("group.new"),
        search: text("group.search"),
        none: text("group.none"),
        noneWhy: text("group.none.why"),
        failed: text("group.failed"),
      }}
      mayAdd={can("group-create")}
      address={address}
      query={query}
      shown={asListed}
      columns={useColumns(open.edit)}
      nameOf={({ title }) => title}
      open={open}
      remove={(id) => call(deleteGroup, { params: { id } })}
    >
      <GroupPanel opened={open.edited !== undefined} group={open.edited ?? null} onClose={open.close} />
    </RecordPage>
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

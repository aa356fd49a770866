import { keepPreviousData } from "@tanstack/react-query";
import { type Client, deleteClient, listClients, selectClients } from "../../shared/clients/clients.contract";
import { asListed, RecordPage } from "../organisation/RecordPage";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { ClientCards } from "./ClientCards";
import { ClientPanel } from "./ClientPanel";

const pageSize = 60;

/** `/clients`: whom the organisation works for, how they are reached, and what is done for them. */
export function ClientsPage() {
  const text = useText();
  const can = useCan();
  const open = useOpenRecord<Client>();
  const address = useListAddress("fullname");
  const { sought: q, sort, page } = address;
  const query = useEndpoint(
    listClients,
    { query: { q, sort: sort as "fullname", page, per_page: pageSize } },
    { placeholderData: keepPreviousData },
  );
  const others = useEndpoint(selectClients, {}, { enabled: open.deleted !== undefined }).data?.data ?? [];
  return (
    <RecordPage
      stream="clients"
      words={{
        title: text("title.clients"),
        add: text("client.new"),
        search: text("client.search"),
        none: text("client.none"),
        noneWhy: text("client.none.why"),
        failed: text("client.failed"),
      }}
      mayAdd={can("client-create")}
      address={address}
      query={query}
      shown={asListed}
      columns={[]}
      view={(rows, menu) => <ClientCards rows={rows} menu={menu} onOpen={open.edit} />}
      nameOf={({ fullname }) => fullname}
      open={open}
      successors={others.map(({ id, fullname }) => ({ id, name: fullname }))}
      remove={(id, successor_id) => call(deleteClient, { params: { id }, body: { successor_id } })}
    >
      <ClientPanel opened={open.edited !== undefined} client={open.edited ?? null} onClose={open.close} />
    </RecordPage>
  );
}

import { deleteClient, listClients, selectClients } from "../../../shared/work/clients/clients.contract";
import { clientsStream } from "../../../shared/work/clients/clients.events";
import { useCurrentUser } from "../../platform/session";
import { RecordPage } from "../../ui/records/RecordPage";
import { useRecordList } from "../../ui/records/useRecordList";
import { ClientCards } from "./ClientCards";
import { ClientForm } from "./ClientForm";

export function ClientsPage() {
  const { tenant, external } = useCurrentUser();
  const list = useRecordList(listClients, { sort: "fullname", pageSize: 60 });
  const { open } = list;
  return (
    <RecordPage
      noun="client"
      failed="client.failed"
      list={list}
      stream={external ? null : clientsStream(tenant.id)}
      columns={[]}
      view={(rows, menu) => <ClientCards rows={rows} menu={menu} onOpen={open.edit} />}
      nameOf={({ fullname }) => fullname}
      form={(client) => <ClientForm client={client} onClose={open.close} />}
      successors={selectClients}
      remove={deleteClient}
    />
  );
}

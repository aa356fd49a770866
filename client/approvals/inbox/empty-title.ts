import type { MessageId } from "../../platform/intl/catalogues";
import type { InboxAddress } from "./useInboxAddress";

const titles = { waiting: "inbox.empty", sent: "inbox.noneSent", decided: "inbox.noneDecided" } as const;

export const isInboxFiltered = ({ family, requester, q }: InboxAddress): boolean =>
  family !== null || requester !== null || q !== "";

export const emptyInboxTitle = (address: InboxAddress): MessageId =>
  isInboxFiltered(address) ? "inbox.noneFound" : titles[address.tab];

import type { MessageId } from "../platform/intl/catalogues";
import type { InboxAddress } from "./useInboxAddress";

const titles = { waiting: "inbox.empty", sent: "inbox.noneSent", decided: "inbox.noneDecided" } as const;

/** Only a part is shown: of one kind, of one requester, or what was searched for. */
export const isNarrowed = ({ family, requester, q }: InboxAddress): boolean =>
  family !== null || requester !== null || q !== "";

/** What is said where a list has nothing. */
export const emptyTitle = (address: InboxAddress): MessageId =>
  isNarrowed(address) ? "inbox.noneFound" : titles[address.tab];

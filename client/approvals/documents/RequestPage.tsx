import { type ReactNode, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Endpoint, ParamsOf, ReplyOf } from "../../../shared/kernel/endpoint";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import flow from "../../ui/layout/flow.module.css";

type DataOf<E> = ReplyOf<E> extends { data: infer Data } ? Data : never;

interface RequestPageProps<E extends Endpoint> {
  id: number;
  read: E;
  /** Title of the error state. */
  failed: MessageId;
  titleOf: (request: DataOf<E>) => string | null | undefined;
  /** True for editors, which start with what the server has now. */
  isFresh?: boolean;
  children: (request: DataOf<E>) => ReactNode;
}

const freshOptions = { staleTime: 0, gcTime: 0, refetchOnMount: "always" } as const;

/** Loads a request and sets the title of the screen. */
export function RequestPage<E extends Endpoint>(props: RequestPageProps<E>) {
  const { id, read, failed, titleOf, isFresh = false, children } = props;
  const text = useText();
  const query = useEndpoint(read, { params: { id } as ParamsOf<E> }, isFresh ? freshOptions : {});
  const dataOf = (reply: ReplyOf<E>) => (reply as { data: DataOf<E> }).data;
  useScreenTitle(query.data && titleOf(dataOf(query.data)));
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text(failed)}>
      {(reply) => children(dataOf(reply))}
    </QueryBoundary>
  );
}

interface RequestEditorPageProps<E extends Endpoint, C extends Endpoint>
  extends Omit<RequestPageProps<E>, "id" | "isFresh" | "children"> {
  /** Null for a new request. */
  id: number | null;
  readChoices: C;
  view: (id: number) => ReactNode;
  children: (request: DataOf<E> | null, choices: DataOf<C>) => ReactNode;
}

/** Form of a new or stored request. A request that the user can't edit is shown instead. */
export function RequestEditorPage<E extends Endpoint, C extends Endpoint>(props: RequestEditorPageProps<E, C>) {
  const { id, readChoices, view, children, ...page } = props;
  const text = useText();
  const choices = useEndpoint(readChoices);
  const form = (request: DataOf<E> | null) => (
    <QueryBoundary query={choices} loading={<SkeletonRows rows={6} height={48} />} failed={text(page.failed)}>
      {(reply) => children(request, (reply as { data: DataOf<C> }).data)}
    </QueryBoundary>
  );
  if (id === null) return form(null);
  return (
    <RequestPage {...page} id={id} isFresh>
      {(request) => ((request as Editable).can.edit ? form(request) : view(id))}
    </RequestPage>
  );
}

/**
 * Key for the form of a new request: opening its address again begins another request, but opening a task over the form (`?task=12`)
 * doesn't.
 */
export function useNewRequestKey(): string {
  const { key, search } = useLocation();
  const [last, setLast] = useState({ key, search, formKey: key });
  if (last.key !== key) setLast({ key, search, formKey: search === last.search ? key : last.formKey });
  return last.formKey;
}

interface Editable {
  can: { edit: boolean };
}

interface RequestScreenProps {
  title: ReactNode;
  sub: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

/** A request with its title and actions. */
export const RequestScreen = ({ title, sub, actions, children }: RequestScreenProps) => (
  <div className={flow.fillColumn}>
    <PageHead title={title} sub={sub}>
      {actions}
    </PageHead>
    {children}
  </div>
);

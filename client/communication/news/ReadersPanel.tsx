import { Button } from "@mantine/core";
import { useState } from "react";
import { listNewsReaders, remindNews } from "../../../shared/communication/news/news.contract";
import type { NewsArticle } from "../../../shared/communication/news/news.replies";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { Avatar } from "../../ui/signs/Avatar";
import { toast } from "../../ui/toast/toast";
import classes from "./news.module.css";
import { Dialog } from "../../ui/Dialog";

const states = ["confirmed", "seen", "mailed", "none"] as const;

export function ReadersPanel({ article }: { article: NewsArticle }) {
  const text = useText();
  const { relative, number } = useFormat();
  const [open, setOpen] = useState(false);
  const readers = useEndpoint(listNewsReaders, { params: { id: article.id } }).data?.data;
  const remind = useAction(remindNews, { onSuccess: ({ message }) => toast.done(message ?? "") });
  if (!readers) return null;
  const { total, read, people, reminded_at } = readers;
  return (
    <section>
      <h3>{text("news.readers")}</h3>
      <p data-readers>{text("news.readBy", { read, total })}</p>
      <Button size="xs" onClick={() => setOpen(true)}>
        {text("news.whoRead")}
      </Button>
      {article.must_read && read < total && (
        <>
          <Button
            size="xs"
            variant="subtle"
            loading={remind.isPending}
            onClick={() => remind.mutate({ params: { id: article.id } })}
          >
            {text("news.remind")}
          </Button>
          {reminded_at && <small>{text("news.remindedAt", { when: relative(reminded_at) })}</small>}
        </>
      )}
      <Dialog opened={open} onClose={() => setOpen(false)} title={text("news.readBy", { read, total })}>
        {states.map((state) => {
          const those = people.filter((person) => person.state === state);
          return those.length === 0 ? null : (
            <section key={state} className={classes.readers}>
              <h3>
                {text(`news.reader.${state}`)} <span>{number(those.length)}</span>
              </h3>
              <ul>
                {those.map((person) => (
                  <li key={person.id}>
                    <Avatar person={person} size={24} hasVisibleName />
                    <bdi>{person.fullname}</bdi>
                    {person.at && <small>{relative(person.at)}</small>}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </Dialog>
    </section>
  );
}

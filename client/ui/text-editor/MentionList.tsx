import { Portal } from "@mantine/core";
import { useLayoutEffect, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { Avatar } from "../signs/Avatar";
import { useUniqueNames } from "../signs/useUniqueNames";
import classes from "./MentionList.module.css";
import type { MentionControl, MentionMenu } from "./mentions";

/** Suggestions under an `@`. The focus stays in the text; `control` forwards arrow keys and Enter. */
export function MentionList({ menu, control }: { menu: MentionMenu; control: MentionControl }) {
  const text = useText();
  const [at, setAt] = useState(0);
  const { people } = menu;
  const nameOf = useUniqueNames(people);
  const chosen = Math.min(at, people.length - 1);
  useLayoutEffect(() =>
    control.attach((event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        setAt((chosen + (event.key === "ArrowDown" ? 1 : people.length - 1)) % people.length);
        return true;
      }
      const person = people[chosen];
      if ((event.key !== "Enter" && event.key !== "Tab") || !person) return false;
      menu.pick(person);
      return true;
    }),
  );
  const width = 240;
  const x = Math.max(8, Math.min(menu.at.left, window.innerWidth - width - 8));
  const above = menu.at.bottom + 40 * people.length + 16 > window.innerHeight;
  const y = above ? Math.max(8, menu.at.top - 40 * people.length - 16) : menu.at.bottom + 4;
  return (
    <Portal>
      <div className={classes.anchor} style={{ translate: `${x}px ${y}px`, inlineSize: width }}>
        <div
          className={classes.list}
          role="listbox"
          aria-label={text("comment.mention")}
          dir={document.documentElement.dir}
        >
          {people.map((person, index) => (
            <div
              key={person.id}
              role="option"
              aria-selected={index === chosen}
              className={classes.person}
              onPointerEnter={() => setAt(index)}
              onPointerDown={(event) => {
                event.preventDefault(); // the text keeps the focus
                menu.pick(person);
              }}
            >
              <Avatar person={person} size={20} hasVisibleName />
              <bdi className="clip" title={nameOf(person)}>
                {nameOf(person)}
              </bdi>
            </div>
          ))}
        </div>
      </div>
    </Portal>
  );
}

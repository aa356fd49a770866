import { ActionIcon, Button, Select, Switch, TextInput } from "@mantine/core";
import { IconCar, IconDoor, IconX } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { findFree, type FreeResource } from "../../../../shared/bookings/bookings/finding.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import type { BasketItem } from "./booking-values";
import { EquipmentField } from "./EquipmentField";
import type { FormBindings } from "./form.types";
import classes from "./BasketFields.module.css";
import flow from "../../../ui/layout/flow.module.css";
import tones from "../../../ui/layout/tones.module.css";
import { FailedReads } from "../../../ui/states/FailedReads";

interface BasketFieldsProps {
  form: FormBindings;
  basket: readonly BasketItem[];
  /** Whether the booking is a series, which can't include additional resources. */
  repeats: boolean;
  when: { start_date: string; end_date: string };
  /** Id of the booking's main room, which isn't offered again. */
  own: string | undefined;
}

const maxBasketItems = 10;

/** Adds free rooms and cars for the same time; the server books all of them or none. */
export function BasketFields({ form, basket, repeats, when, own }: BasketFieldsProps) {
  const text = useText();
  const adding = useRef<HTMLDivElement>(null);
  const set = (items: readonly BasketItem[]) => form.setValue("basket", items);
  const add = (item: BasketItem) => set([...basket, item]);
  const remove = (at: number) => {
    set(basket.filter((_, n) => n !== at));
    // Moves the focus, because the focused button was removed with its row.
    (adding.current?.querySelector("button") ?? adding.current)?.focus();
  };
  const rooms = [own, ...basket.map(({ bookable_id }) => bookable_id)].filter((id) => id !== undefined);
  return (
    <>
      {basket.map((item, n) => {
        const props = { form, when, at: n, onRemove: () => remove(n) };
        return item.bookable_type === "room" ? (
          <RoomItem key={n} {...props} item={item} others={rooms.filter((id) => id !== item.bookable_id)} />
        ) : (
          <CarItem key={n} {...props} />
        );
      })}
      {basket.length > 0 && (
        <p className={tones.quietSmall} aria-live="polite">
          {text(repeats ? "booking.basket.once" : "booking.basket.why")}
        </p>
      )}
      <div className={flow.wrap} ref={adding} tabIndex={-1}>
        {!repeats && basket.length < maxBasketItems && (
          <>
            <Button
              leftSection={<IconDoor size={16} stroke={1.75} aria-hidden />}
              onClick={() => add({ bookable_type: "room", bookable_id: "", equipment: [] })}
            >
              {text("booking.basket.addRoom")}
            </Button>
            <Button
              leftSection={<IconCar size={16} stroke={1.75} aria-hidden />}
              onClick={() => add({ bookable_type: "car", car_type: "", to_place: "", driver_needed: false })}
            >
              {text("booking.basket.addCar")}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function useFree(kind: BookableType, when: BasketFieldsProps["when"]) {
  const query = useEndpoint(findFree, { query: { bookable_type: kind, ...when } });
  const free: FreeResource[] | undefined = query.data?.data.filter(({ minutes_off }) => minutes_off === 0);
  return { query, free };
}

interface ItemProps extends Pick<BasketFieldsProps, "form" | "when"> {
  at: number;
  onRemove: () => void;
}

interface RoomItemProps extends ItemProps {
  item: BasketItem;
  others: readonly string[];
}

function RoomItem({ form, when, at, item, others, onRemove }: RoomItemProps) {
  const text = useText();
  const { query, free: freeRooms } = useFree("room", when);
  const free = freeRooms?.filter(({ bookable_id }) => !others.includes(String(bookable_id)));
  return (
    <Item name={text("booking.room")} isNoneFree={free?.length === 0} onRemove={onRemove}>
      <FailedReads reads={[query]} />
      <Select
        aria-label={text("booking.room")}
        searchable
        allowDeselect={false}
        data={(free ?? []).map(({ bookable_id, name, building }) => ({
          value: String(bookable_id),
          label: [name, building].filter(Boolean).join(", "),
        }))}
        {...form.valueProps<string | null>(`basket.${at}.bookable_id`)}
      />
      <EquipmentField
        form={form}
        name={`basket.${at}.equipment`}
        building={free?.find(({ bookable_id }) => String(bookable_id) === item.bookable_id)?.building ?? null}
        chosen={item.equipment ?? []}
      />
    </Item>
  );
}

function CarItem({ form, when, at, onRemove }: ItemProps) {
  const text = useText();
  const { query, free } = useFree("car", when);
  const types = [...new Set((free ?? []).flatMap(({ car_type }) => car_type ?? []))];
  return (
    <Item name={text("booking.carType")} isNoneFree={free?.length === 0} onRemove={onRemove}>
      <FailedReads reads={[query]} />
      <Select
        aria-label={text("booking.carType")}
        allowDeselect={false}
        data={types.map((type) => ({ value: type, label: text(`booking.carType.${type as "sedan"}`) }))}
        {...form.valueProps<string | null>(`basket.${at}.car_type`)}
      />
      <TextInput label={text("booking.toPlace")} {...form.field(`basket.${at}.to_place`)} />
      <Switch label={text("booking.driverNeeded")} {...form.check(`basket.${at}.driver_needed`)} />
    </Item>
  );
}

interface ItemFrameProps {
  name: string;
  isNoneFree: boolean;
  onRemove: () => void;
  children: ReactNode;
}

function Item({ name, isNoneFree, onRemove, children }: ItemFrameProps) {
  const text = useText();
  return (
    <fieldset className={classes.item} aria-label={name}>
      <div className={classes.head}>
        <span aria-hidden>{name}</span>
        <ActionIcon aria-label={text("booking.basket.remove", { what: name })} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      {children}
      {isNoneFree && <p className={tones.quietSmall}>{text("booking.basket.noneFree")}</p>}
    </fieldset>
  );
}

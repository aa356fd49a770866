import { Popover, UnstyledButton } from "@mantine/core";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./ResourcePhoto.module.css";

export function ResourcePhoto({ resource }: { resource: GridResource }) {
  const text = useText();
  const { list } = useFormat();
  const { name, image, building, floor, capacity, tools } = resource;
  if (!image) return null;
  return (
    <Popover width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.small} aria-label={text("place.photo.show", { name })}>
          <img src={image} alt="" loading="lazy" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown tabIndex={-1} aria-label={name}>
        <img className={classes.large} src={image} alt={text("place.photo.of", { name })} />
        <b>
          <bdi>{name}</bdi>
        </b>
        {building && floor && <p>{text("room.place", { building, floor })}</p>}
        {capacity !== null && <p>{text("booking.seats", { count: capacity })}</p>}
        {tools.length > 0 && <p>{list(tools)}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

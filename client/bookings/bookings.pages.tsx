import { ReservationScreen } from "./ReservationScreen";

/** `/room-reservation` */
export const RoomReservationPage = () => <ReservationScreen kind="room" />;

/** `/car-reservation` */
export const CarReservationPage = () => <ReservationScreen kind="car" />;

/** `/equipment-reservation` */
export const EquipmentReservationPage = () => <ReservationScreen kind="equipment" />;

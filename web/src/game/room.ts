// What a battle knows of the room in which it is played with others.
import type { Engine, Seat, View, Wish, Xy } from '../contract/contract';

/** What a room needs of the battle on the table. */
export interface RoomTable {
  readonly view: View;
  readonly busy: boolean;
  readonly computerToMove: boolean;
  readonly replay: { readonly on: boolean };
  change(how: () => Promise<View>): Promise<void>;
}

/** An umpire at work on the table. */
export interface Umpiring {
  /** He puts something right now: what is touched is his to move. */
  readonly on: boolean;
  /** Where the unit in hand would stand. */
  readonly wish: { centre: Xy; facing: number; size: Xy } | null;
  take(unit: number): void;
  put(to: Xy): void;
}

/** A room as a battle sees it. */
export interface AnyRoom {
  /** Where this page sits. */
  readonly you: Seat;
  /** The server is heard. */
  readonly on: boolean;
  /** Orders may be given by somebody who sits here. */
  readonly open: boolean;
  /** Real dice are thrown: whoever gives an order is asked for the faces. */
  readonly asksDice: boolean;
  /** Whoever sits here umpires. */
  readonly ruling: Umpiring | null;
  /** What was asked of the other. */
  readonly asking: Wish | null;
  ask(wish: Wish): void;
  /** What somebody at a seat is called. */
  name(place: 0 | 1): string;
  /** The engine of the page as the battle uses it: what changes it goes to the server. */
  engine(base: Engine): Engine;
  /** The battle is on the table. */
  seat(table: RoomTable): void;
  close(): void;
}

/** Goes to a table where others play: by what a link shows, or to a free seat. */
export type Enter = (id: string, link: string | null, take: Seat | null) => Promise<void>;

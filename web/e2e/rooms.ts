// Rooms of the real program and the players at their tables, for all tests of rooms.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { BrowserContextOptions, Page } from 'playwright-core';

import { BINARY, openTable, type Table } from './harness';
import { finger, Human, mouse } from './human';

const SERVED = process.env['SANDTABLE_PAGE'];

/** `sandtable serve` with a folder of its own, on a port that stays the same. */
export class Server {
  #child: ChildProcess | undefined;
  #address = '';

  private constructor(
    readonly folder: string,
    private readonly letters: boolean,
  ) {}

  /** Starts a server; with `letters` it also offers e-mails and push notices (unused here). */
  static async begin({ letters = false } = {}): Promise<Server> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandtable-rooms-'));
    const server = new Server(folder, letters);
    await server.start();
    return server;
  }

  get address(): string {
    return this.#address;
  }

  /**
   * Starts the server, or restarts it on the same port. `room` limits the largest file to that many
   * blocks of 512 bytes, as if the disk were full.
   */
  async start(room?: number): Promise<void> {
    const page = SERVED ? ['--page', SERVED] : [];
    const port = this.#address ? Number(new URL(this.#address).port) : await freePort();
    const listen = `127.0.0.1:${port}`;
    const letters = this.letters ? await this.#writing(port) : [];
    const all = [BINARY, 'serve', '--data', this.folder, '--listen', listen, ...page, ...letters];
    const [first = '', ...rest] = room ? ['sh', '-c', FULL, String(room), ...all] : all;
    this.#child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#address = await told(this.#child);
  }

  async #writing(port: number): Promise<string[]> {
    const keys = path.join(this.folder, 'push-keys.pem');
    const made = execFileSync(BINARY, ['rooms', 'push-keys'], { encoding: 'utf8' });
    await writeFile(keys, made, { mode: 0o600 });
    const mail = ['--smtp', 'smtp://localhost', '--mail-from', 'table@example.org'];
    return ['--public-url', `http://127.0.0.1:${port}/`, ...mail, '--push-keys', keys];
  }

  /** Kills the server, as a power cut would. */
  kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Returns a free port that no connection is given by chance: the system gives connections
 * ports from 32768 on, so that one of those may be taken when a killed server starts again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 30_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** A write beyond the limit fails, without killing the process. */
const FULL = 'trap "" XFSZ; ulimit -f "$0"; exec "$@"';

function told(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
      if (found) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
}

/** Opens a browser on a page of the server. */
export function browser(how: BrowserContextOptions, address: string): Promise<Table> {
  const program = { address, stop: () => Promise.resolve() };
  return openTable({ browser: how, instant: true, program });
}

/** Returns the game turn that a page shows. */
async function turn(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.getByTestId('turn').innerText())?.[0] ?? 0);
}

/** Returns two people at one table, each with their own hand. */
export async function hands(laptop: Table, phone: Table): Promise<[Human, Human]> {
  const touch = await phone.context.newCDPSession(phone.page);
  return [
    new Human(laptop.page, mouse(laptop.page)),
    new Human(phone.page, finger(phone.page, touch)),
  ];
}

/** Lets both play until the side to act sees a turn; the other player waits. */
export async function both(
  tables: [Table, Table],
  humans: [Human, Human],
  until: number,
): Promise<void> {
  let there = false;
  await Promise.all(
    humans.map(async (human, i) => {
      const { page } = tables[i] as Table;
      // Once there for one player, it stays there: the other's page may be behind.
      const reached = async () => {
        if ((await turn(page)) >= until) there = true;
        return there;
      };
      await human.play(reached, () => there);
    }),
  );
}

/** Kills the server, and waits until every page has seen it: one that has not counts as connected. */
export async function killed(server: Server, tables: Table[]): Promise<void> {
  await server.kill();
  for (const { page } of tables) await page.getByTestId('room-lost').waitFor();
}

/** Waits until every page is connected. */
export async function connected(tables: Table[]): Promise<void> {
  for (const { page } of tables)
    await page.getByTestId('room-lost').waitFor({ state: 'detached', timeout: 60_000 });
}

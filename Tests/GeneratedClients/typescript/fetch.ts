// Fetches homes, a page and an error, and posts events, with the client generated from the contract.
//
//     fetch.js SAMPLE FOOD FUTURE    addresses

import { Configuration, EventType, Home, HomesApi, Item, ModelErrorFromJSON, ResponseError, UsersApi } from "./client";

declare const process: { argv: string[]; exitCode?: number };

const [sample, food, future] = process.argv.slice(2);
const configuration = new Configuration({ basePath: sample });
const homes = new HomesApi(configuration);

async function step(name: string, check: () => Promise<string>): Promise<void> {
  try {
    console.log(`typescript: ${name}: ${await check()}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`typescript: ${name}: error: ${error}`);
  }
}

function expect(holds: boolean, expectation: string): void {
  if (!holds) throw new Error(`expected ${expectation}`);
}

function itemsOf(home: Home): Item[] {
  return home.homeWidgets.flatMap((widget) => widget.items ?? []);
}

async function main(): Promise<void> {
  let home!: Home;
  await step("home", async () => {
    home = await homes.home({ width: 390, scale: 3, lat: 41.66, lon: -83.57 });
    expect(itemsOf(home).length > 10, `more than 10 items, not ${itemsOf(home).length}`);
    expect(home.homeWidgets[0].metrics!.height > 0, "a height");
    return `${home.homeWidgets.length} widgets, ${itemsOf(home).length} items`;
  });
  await step("food", async () => {
    const api = new HomesApi(new Configuration({ basePath: food }));
    const restaurant = itemsOf(await api.home({ width: 390 })).find((item) => item.kind === "restaurant")!;
    expect(restaurant.caption.length === 2, `two lines, not ${JSON.stringify(restaurant.caption)}`);
    return restaurant.caption.map((line) => line.text).join(", ");
  });
  await step("page", async () => {
    const widget = home.homeWidgets.find((widget) => widget.loadMore)!;
    const parameters = new URL(widget.loadMore!.href, sample).searchParams;
    const page = await homes.widget({
      id: widget.id, width: 390, scale: 3, lat: 41.66, lon: -83.57,
      cursor: parameters.get("cursor")!, segment: parameters.get("segment")!, shown: home.shown,
    });
    const shown = new Set(itemsOf(home).map((item) => item.id));
    expect(page.id === widget.id, `a page of ${widget.id}, not of ${page.id}`);
    expect(page.items!.every((item) => !shown.has(item.id)), "items that were not shown yet");
    return `${page.items!.length} items of ${page.id}`;
  });
  await step("error", async () => {
    const refusal = await homes.home({ width: 1 }).then(() => undefined, (error) => error);
    expect(refusal instanceof ResponseError, `an error, not ${refusal}`);
    const { error } = ModelErrorFromJSON(await refusal.response.json());
    expect(error.code === "invalid_parameter" && error.parameter === "width", `an invalid width, not ${error.code}`);
    return error.message;
  });
  await step("events", async () => {
    const item = itemsOf(home)[0];
    const events = [
      { type: EventType.Shown, item: item.id, tracking: item.tracking },
      { type: EventType.Opened, item: "product:none" },
    ];
    const users = new UsersApi(configuration);
    const recorded = await users.recordEvents({ user: "typescript", events: { id: "typescript-1", events } });
    expect(recorded.accepted === 1 && recorded.refused[0].index === 1, `one refused event, not ${JSON.stringify(recorded)}`);
    return recorded.refused[0].message;
  });
  await step("unknown values", async () => {
    const api = new HomesApi(new Configuration({ basePath: future }));
    const widget = (await api.home({ width: 390 })).homeWidgets.find((widget) => widget.state === "future")!;
    const item = widget.items![0];
    expect(widget.layout === "HomeWidgetFuture" && item.kind === "future", `the future, not ${widget.layout}`);
    return `${widget.layout}, ${item.kind}, ${item.reason!.kind}`;
  });
}

main();

import 'reflect-metadata';
import { Injectable, type Type } from '@nestjs/common';
import { Tool } from 'toolgate/tool';

/** What the tools of the benchmarks do. */
export const findOrder = (orderNumber: string): unknown => ({ orderNumber, amount: 40, status: 'paid' });

/** Creates a class with a number of tools: `findOrder0`, `findOrder1` and so on. */
export const toolsOf = (count: number): Type => {
  class Orders {}
  for (let index = 0; index < count; index++) {
    const name = `findOrder${index}`;
    const method = {
      [name]: function (orderNumber: string) {
        return findOrder(orderNumber);
      },
    }[name]!;
    Object.defineProperty(Orders.prototype, name, { value: method, writable: true, configurable: true });
    Reflect.defineMetadata('design:paramtypes', [String], Orders.prototype, name);
    Tool({ description: `Looks an order up in book ${index}` })(
      Orders.prototype,
      name,
      Object.getOwnPropertyDescriptor(Orders.prototype, name)!,
    );
  }
  Injectable()(Orders);
  return Orders;
};

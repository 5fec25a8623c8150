import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Exclude, Expose } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { Tool, ToolgateModule } from 'toolgate';
import { inputSchemaOf } from 'toolgate/tool';

class OrderDto {
  @Expose({ name: 'order_number' })
  @IsInt()
  orderNumber!: number;

  @Exclude()
  @IsOptional()
  @IsString()
  owner?: string;
}

@Injectable()
class Orders {
  @Tool({ description: 'Place an order' })
  place(order: OrderDto) {
    return order.orderNumber;
  }
}

@Module({ imports: [ToolgateModule.forRoot({})], providers: [Orders] })
class AppModule {}

try {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
  await app.close();
  console.log(JSON.stringify(inputSchemaOf(Orders, 'place')['properties']));
} catch (error) {
  console.log(String(error));
}

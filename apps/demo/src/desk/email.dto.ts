import { IsEmail, IsNotEmpty, IsString } from 'class-validator';
import { ToolParam } from 'toolgate';

/** An e-mail to send. */
export class EmailDto {
  @ToolParam({ description: 'E-mail address of a customer' })
  @IsEmail()
  readonly to!: string;

  @IsString()
  @IsNotEmpty()
  readonly subject!: string;

  @ToolParam({ description: 'Plain text' })
  @IsString()
  @IsNotEmpty()
  readonly body!: string;
}
